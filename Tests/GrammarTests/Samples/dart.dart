library my.lib;
import 'dart:io' as io show File hide Directory deferred;
export 'src/a.dart';
part 'b.dart';
part of 'c.dart';
/// Doc [ref] comment
/** block doc */
/* c /* n */ */
@override @Deprecated("x")
abstract class Shape<T extends num> with Mixin implements Comparable<Shape> {
  final int _x = 0x1F; static const double pi = 3.14e-2; late final String? name;
  var list = <int>[1, 2, ...?other], map = {'a': 1, "b": 2}, set = <String>{};
  const Shape(this._x, {required this.name, super.key, int y = 3});
  factory Shape.make() => Shape(1);
  Shape.named(int a) : _x = a, assert(a > 0), super();
  int get area => _x * 2; set area(int v) { _x = v; }
  external void ext(); operator ==(Object o) => identical(this, o);
  Future<void> run(List<Map<String, int>> xs, [int? n]) async {
    await for (final x in stream) { yield x; yield* y; }
    for (var i = 0; i < 10; i++) { if (i == 3) continue; else break; }
    while (true) { do { x--; } while (x > 0); }
    switch (x) { case 1: return; case > 3 && < 5: print('a'); default: throw Exception('e'); }
    try { foo(); } on FormatException catch (e, s) { rethrow; } finally { }
    var s = 'hi $name ${name.length + 1} \n \u{1F600}'; var r = r'raw $x'; 
    var m = '''multi $x
line'''; var d = """dbl ${a}
""";
    a?.b ?? c; a ??= b; obj..foo()..bar = 1; x is String; x is! int; y as T; a! + b; ~/ 2;
    var f = (int a, String b) => a; final (q, w) = pair; assert(x != null); new Foo(); this.x = null; super.run();
    if (x case [int a, var b] when a > b) {}
    print(x >>> 2 | 3 & ~4 ^ 5 % 6); a ? b : c; #symbol; 
    const EdgeInsets.all(8.0); Widget build(BuildContext context); dynamic z; num n; bool ok = true; Never x; Object o; Function f;
  }
}
mixin M on Base {} 
enum Color { red, green; const Color(); }
extension Ext on String { bool get isX => true; }
typedef Cb = void Function(int);
sealed class A {} base class B {} interface class C {} final class D {} extension type Id(int v) {}
covariant int x;
main() { label: for (;;) { break label; } }
// Copyright
library my.lib;

import 'dart:async';
import 'package:flutter/material.dart' as m show Widget hide State;
part 'a.g.dart';

/// Doc comment with [reference] and `code`.
@immutable
abstract class Shape<T extends num> extends Base with Mixin implements Comparable<Shape> {
  static const double pi = 3.14159;
  final String name;
  late final int? _count;
  var list = <int>[1, 2, 3];
  final Map<String, List<int>> map = {'a': [1], 'b': []};

  const Shape(this.name, {required this.x, this.y = 0, super.key});
  Shape.named(String n) : name = n, _count = null {
    print('Hello $n ${n.length + 1}\n');
  }
  factory Shape.fromJson(Map<String, dynamic> json) => Shape(json['name'] as String);

  double get area;
  set width(double w) => _w = w;

  @override
  String toString() => 'Shape: $name';

  bool operator ==(Object other) => other is Shape && other.name == name;

  Future<void> load() async {
    try {
      final res = await http.get(Uri.parse('https://x.y/z'));
      if (res.statusCode != 200) throw Exception("bad");
    } on FormatException catch (e, s) {
      rethrow;
    } finally {
      done = true;
    }
  }

  Stream<int> count(int to) async* {
    for (var i = 0; i < to; i++) {
      yield i;
    }
    yield* other();
  }
}

enum Color { red(0xFF), green(1); const Color(this.v); final int v; }
mixin Mixin on Base { void foo() {} }
extension Ext on String { bool get blank => trim().isEmpty; }
typedef Fn = void Function(int a, [String? b]);
sealed class Result {}

void main(List<String> args) {
  final r = r'raw $string';
  var multi = '''
    multi $line
  ''';
  int? x = args.isEmpty ? null : int.parse(args[0]);
  x ??= 5;
  list..add(1)..addAll([2, ...other, if (x > 1) 3, for (var y in z) y]);
  switch (x) {
    case 1:
    case 2:
      break;
    default:
      assert(x != null, 'no');
  }
  final s = switch (shape) {
    Circle(radius: var r) when r > 0 => r * 2,
    _ => 0,
  };
  do { x--; } while (x > 0);
  runApp(const MyApp());
}

class MyApp extends StatelessWidget {
  const MyApp({Key? key}) : super(key: key);

  @override
  Widget build(BuildContext context) {
    return MaterialApp(
      title: 'Demo',
      theme: ThemeData(primarySwatch: Colors.blue),
      home: Scaffold(
        appBar: AppBar(title: const Text('Hi')),
        body: Center(child: ElevatedButton(onPressed: () => setState(() { _n++; }), child: null)),
      ),
    );
  }
}

mixin Walker on Animal {
  Set<int> set = <int>{1}, half = {.5};
  Iterable<int> steps() sync* { yield* others(); }
  void walk() {
    outer: for (final x in xs) { if (a && b || c ~/ 2 == 1) break outer; }
    try { y ??= 3; } on StateError catch (e) { log('${e.message.trim()} ${Theme.of(context).name} ${await f()} ${1.5 + 2}', #walk); }
    listen(on: 'data', when: true);
    var cut = "abc ${x
    var whole = <String, List<int>>{};
  }
}
class Plot { Plot create() => _PlotState(_$BedFromJson(json), $Row(1), __Row(), _$$RowImpl(2), _dig(), _$dig()); _Bed? bed; Plot._(this.bed); }
