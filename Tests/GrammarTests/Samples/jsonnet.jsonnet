// A service and its copies.
# The same, as a Python-style comment.
/* And a block
   comment. */
local utils = import 'lib/utils.libsonnet';
local banner = importstr "banner.txt";
local icon = importbin 'icon.png';

local defaults = {
  replicas:: 2,
  image: 'registry.example.org/app:1.4.2',
  env+: { LOG_LEVEL: 'info' },
  hidden::: null,
};

local port(base, offset=0) =
  assert base > 1024 : 'ports below %d are reserved' % base;
  base + offset;

local Service(name, replicas=defaults.replicas) = defaults {
  local service = self,
  name: name,
  'quoted-name': "double \"quoted\" \u00e9\n",
  ["computed-" + name]: @'verbatim \n ''string''',
  replicas: if replicas > 0 && replicas <= 10 then replicas else error 'bad count ' + replicas,
  ports: [port(8000, i) for i in std.range(0, service.replicas - 1) if i % 2 == 0],
  labels: { [key]: std.asciiUpper(key) for key in ['app', 'tier'] },
  start(args):: std.join(' ', [service.name] + args),
  ratio: 1.5e-3 + 0.25 * 3 / -2,
  flags: !true || false && (1 == 2) != (3 >= 4),
  bits: ~1 & 2 | 3 ^ 4 << 5 >> 6,
  first: $.services[0], tail: self.ports[1:], parent: super.image,
  text: |||
    Dear %(name)s,
      welcome to "the service".
  ||| % { name: name },
  assert std.length(self.name) > 0,
};

{
  services: std.map(function(n) Service(n) { extra: true }, ['web', 'worker']),
  config: std.manifestJsonEx($.services, '  '),
  region: std.extVar('region'),
  found: 'name' in $.services[0],
  folded: std.foldl(function(acc, x) acc + x, [1, 2, 3], 0) tailstrict,
  unknown: "bad \q escape",
}
