#!/usr/bin/perl -w
# Counts things. TODO: count more
use strict;
use warnings qw(all);
use v5.36;
use List::Util qw/sum max first/;
use POSIX ();
use constant { PI => 3.14159, DEBUG => 0 };
no warnings 'recursion';
require Carp;

=head1 NAME

Shop - things on shelves, see L<perlpod>

=over 4

=item C<new>

=back

=cut

package Shop::Item v1.2.0 {
    use parent -norequire, 'Shop::Base';
    our $VERSION = '1.20';
    our @ISA = ('Exporter');
    my ($count, @list, %table) = (0, 1 .. 10, 'x');
    local $_ = $count;
    state $calls = 0;

    sub new {
        my ($class, %args) = @_;
        my $self = { name => $args{name} // 'none', price => 1_000.50, tags => [qw(a b c)], };
        return bless $self, $class;
    }

    sub price($self, $amount = 0x1F, @rest) :lvalue { $self->{price} += $amount; }
    sub max2($$;\@) { return $_[0] > $_[1] ? $_[0] : $_[1] }
    method label { return $self->{name} }
    sub DESTROY { undef $_[0]; }
    BEGIN { print "loading\n" }
}

my @numbers = (0, 123, 0xFF, 0b1010, 0o17, 017, 1_000, 1.5, .5, 1e10, 2.5E-3, 1.2.3, v65.66);
my $text = "double $count @list $list[0] $table{key} $self->{name} @{[ 1 + 2 ]} ${count}s @{$ref} $#list \t \x{263a} \N{U+263A} \e[0m \$ \@";
my $single = 'it''s \'raw\' $count \n';
my $q = q(single (nested) $x) . qq{double {nested} $x} . q!bang! . qq|pipe $x| . qq<angle $x> . q{a}
  . qw[a b c] . qx(ls -l $dir) . `pwd $x`;
print <<EOT, "more", <<'RAW';
Hello $count, you have @{[ scalar @list ]} items \t
EOT
raw $count \t
RAW
print <<~"INDENT" . lc $text;
    indented ${count}
    INDENT
if ($text =~ m/^(?<year>\d{4})-[^a-z\]]+?(?:x|y)(?=z)\1\k<year>$var\/$/imsx) { print $+{year}, $1, $&; }
$text =~ s/(\w+)\s*/<$1>/g;
($copy = $text) =~ s{from \d}{to $1}gei;
$text =~ s(a)(b) || s<a><b>x;
$text =~ tr/a-z/A-Z/cd; y/a/b/; my $re = qr{\bword\b}x; my @parts = split /,\s*/, $text;
$text !~ m{
    ^ \s* (\w+)   # a comment in a regexp
    \s* = .* $
}x or die "no match: $!";
my $half = $total / 2; my $ratio = ($a + $b) / $c / 3; @x = grep { /x/ } @y; /simple/ and print;

unless (defined $x && !exists $table{y} or not $z) { warn "bad $@"; } elsif ($x <=> $y) { } else { }
foreach my $item (sort { $a <=> $b or $a cmp $b } keys %table) { next if $item eq 'x'; last unless $item =~ /y/; redo }
OUTER: for (my $i = 0; $i < @list; $i++) { next OUTER if $i == $#list; }
while (my ($key, $value) = each %table) { $sum{$key} .= $value x 3; } continue { $n++ }
do { $i--; } until $i <= 0;
my $sub = sub { my $x = shift; return wantarray ? @_ : $x->method($y)->{z}[0]; };
my %dispatch = (start => \&begin, -stop => \$x, 'end' => \@list, code => sub { 1 }, if => 2);
&$sub(1); &function; $obj->$method(2); Shop::Item->new(name => 'x'); new Shop::Item; $ref->@*; $$ref[0]; @$ref; %$ref; ${$ref}{x}; *glob = \&f;
open(my $fh, '<', $file) or die "Cannot open $file: $!"; my $line = <$fh>; my @all = <STDIN>; my @files = <*.txt>; close $fh;
print STDERR "error\n"; printf {$out} "%s %05.2f%%\n", $x, 3.5; say for @list;
my @sorted = map { "$_->[0]" } sort { $a->[1] <=> $b->[1] } map { [$_, length] } @words;
eval { die { code => 42 } }; if (my $err = $@) { print ref $err; }
local $SIG{ALRM} = sub { die "timeout" }; $ENV{PATH}; @ARGV; %INC; $0; $$; $/; $,; $;; $^W; ${^MATCH}; $::x; $main::y; @Foo::bar;
try { risky() } catch ($e) { warn $e } finally { }
given ($x) { when (1) { break } default { } }
class Point 1.0 { field $x :param = 0; method coords { return ($x) } }
return unless -e $file && -d "dir" && -s _; $x = $y ? $z : -1; $x **= 2; $x ||= 3; $x //= 4; $x <<= 1; $x =~ s/a/b/r; 1 ... 5;
goto END_IT; __PACKAGE__->run unless caller; printf("%d\n", __LINE__);
format STDOUT =
@<<<<<< @||||| @>>>>>
$name,  $x,    $y
.
my ($first) = $line =~ /^([\w$marks-]+)\s[^${other}]$/;
1;

sub tagged :prototype($$) ($x, $y) { return 0x1.8p3 + $+{word} }
__END__
This is data: "unclosed
