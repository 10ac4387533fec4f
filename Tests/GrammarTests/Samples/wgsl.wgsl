// A particle system: what WGSL can write, in one file.
enable f16;
requires readonly_and_readwrite_storage_textures;
diagnostic(off, derivative_uniformity);

/* Block comments /* nest */
   and span lines. */

const PI: f32 = 3.14159;
const MASK = 0xFFu;
const BIG = 1000i;
const TINY = 1.5e-3h;
const HEX = 0x1.8p3f;
override scale: f32 = 1.0;
@id(7) override count: u32;
alias Color = vec4<f32>;
const_assert PI > 3.0;

struct Particle {
    @location(0) position: vec3f,
    @location(1) @interpolate(flat) id: u32,
    @align(16) @size(32) velocity: vec3<f32>,
    age: atomic<i32>,
}

struct VertexOutput {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: Color,
}

@group(0) @binding(0) var<uniform> camera: mat4x4<f32>;
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(2) var albedo: texture_2d<f32>;
@group(0) @binding(3) var linear: sampler;
@group(1) @binding(0) var depth: texture_depth_2d;
@group(1) @binding(1) var target_image: texture_storage_2d<rgba8unorm, write>;
@group(1) @binding(2) var compare: sampler_comparison;
var<workgroup> cache: array<f32, 64>;
var<private> seed: u32 = 1u;

fn hash(p: vec2<f32>) -> f32 {
    return fract(sin(dot(p, vec2<f32>(12.9898, 78.233))) * 43758.5453);
}

fn bump(value: ptr<function, f32>, by: f32) {
    *value += by;
}

@vertex
fn vs_main(@builtin(vertex_index) index: u32, particle: Particle) -> VertexOutput {
    var out: VertexOutput;
    out.clip = camera * vec4<f32>(particle.position, 1.0);
    out.color = Color(1.0, 0.5, .25, 1.);
    return out;
}

@fragment
fn fs_main(in: VertexOutput) -> @location(0) vec4<f32> {
    let texel = textureSample(albedo, linear, in.color.xy);
    var sum = 0.0;
    for (var i: i32 = 0; i < 4; i++) {
        if i % 2 == 0 && texel.a > 0.5 || !true {
            continue;
        } else if (i >= 3) {
            break;
        } else {
            discard;
        }
        sum += f32(i) * 0.5;
    }
    while sum > 1.0 { sum -= 1.0; }
    loop {
        sum *= 2.0;
        continuing {
            bump(&sum, 1.0);
            break if sum > 10.0;
        }
    }
    switch u32(sum) {
        case 0u, 1u: { sum = 1.0; }
        case 2u { return texel; }
        default { sum = select(0.0, 1.0, sum < 0.5); }
    }
    let bits = bitcast<u32>(sum) >> 3u ^ 1u << 2u | ~MASK & 0xFFu;
    return mix(texel, vec4(vec3f(sum), 1.0), clamp(sum, 0.0, 1.0));
}

@compute @workgroup_size(8, 8, 1)
fn cs_main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    if id.x >= arrayLength(&particles) { return; }
    cache[local] = particles[id.x].position.x;
    workgroupBarrier();
    atomicAdd(&particles[id.x].age, 1i);
    textureStore(target_image, vec2<i32>(id.xy), vec4<f32>(cache[local]));
    let half: f16 = 1.0h;
    _ = half;
}
