# A package set and a module.
{ pkgs ? import <nixpkgs> { }
, lib ? pkgs.lib
, config
, ...
}@args:

let
  inherit (lib) mkOption types optionalString;
  inherit (pkgs) stdenv fetchurl;

  version = "1.2.3";
  major = builtins.head (lib.splitString "." version);
  port = 8080;
  ratio = 0.75;
  enabled = true && !false || null == null;

  greet = name: greeting: "${greeting}, ${name}!";
  add = { a, b ? 2, ... }@all: a + b * 3 - 1;
  twice = f: x: f (f x);

  overlay = final: prev: {
    hello = prev.hello.overrideAttrs (old: {
      pname = "hello-${old.version}";
      patches = (old.patches or [ ]) ++ [ ./fix.patch ../common/other.patch ];
    });
  };

  /* Everything the
     build needs. */
  inputs = with pkgs; [
    cmake
    ninja
    (python3.withPackages (ps: with ps; [ requests numpy ]))
  ];

  merged = { x = 1; y.z = 2; } // { x = 3; };
  hasIt = merged ? x && args ? config;
  implied = enabled -> port > 80;
in
assert port >= 80;
rec {
  package = stdenv.mkDerivation rec {
    pname = "greeter";
    inherit version;

    src = fetchurl {
      url = "https://example.org/${pname}-${version}.tar.gz";
      sha256 = "0000000000000000000000000000000000000000000000000000";
    };

    nativeBuildInputs = inputs;
    homepage = https://example.org/greeter;

    buildPhase = ''
      runHook preBuild
      make PREFIX=$out ''${shell} VERSION=${version}
      echo 'it''s done' ''\n
      ${optionalString stdenv.isLinux "patchelf $out/bin/greeter"}
      runHook postBuild
    '';

    installPhase = "mkdir -p $out\n\tcp \"greeter\" $out/bin";

    meta = with lib; {
      description = "Says hello";
      license = licenses.mit;
      platforms = platforms.unix;
      maintainers = [ ];
    };
  };

  options.services.greeter = {
    enable = lib.mkEnableOption "the greeter";
    port = mkOption {
      type = types.port;
      default = port;
    };
    "quoted-name" = ./config.nix;
    ${major} = greet "world" "hello";
  };

  config = lib.mkIf config.services.greeter.enable {
    systemd.services.greeter = {
      wantedBy = [ "multi-user.target" ];
      serviceConfig.ExecStart =
        if stdenv.isDarwin then "/bin/false"
        else "${package}/bin/greeter --port ${toString port}";
    };
    environment.etc."greeter.conf".text = builtins.toJSON { inherit port; };
  };

  named = { "a-${major}" = -1; b.${major}.c = 2; ${major} = 3; };
  piped = inputs |> map toString |> builtins.concatStringsSep " ";
  failure = throw "never";
  numbers = map (n: n * 2) (builtins.genList (i: i + 1) 10);
  home = ~/projects;
}
