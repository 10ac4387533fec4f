#version 460 core
#extension GL_EXT_ray_tracing : require
#pragma optimize(on)
#include "common.glsl"
/* Shades a small sphere:
   what GLSL can write, in one file. */
#ifdef GL_ES
precision highp float;
precision mediump int;
#elif defined(VULKAN) && __VERSION__ >= 450
#define SATURATE(x) clamp((x), 0.0, 1.0)
#else
#define PI 3.14159265359 // half a turn
#endif
#line 20
#undef PI
#if 0
#error "never"
#endif

layout(local_size_x = 8, local_size_y = 8, local_size_z = 1) in;
layout(location = 0) in vec3 position;
layout(location = 1) flat in ivec2 cell;
layout(location = 0) out vec4 color;
layout(binding = 1, rgba8) uniform readonly writeonly image2D target;
layout(std430, set = 0, binding = 2) buffer restrict coherent Data {
    mat4 transform;
    uint count;
    float values[];
} data;
layout(std140) uniform Camera { mat4 view, projection; vec3 eye; };
layout(push_constant) uniform Push { float time; } push;

uniform sampler2D albedo;
uniform samplerCube sky;
uniform usampler3D volume;
uniform sampler2DArrayShadow shadows;
varying vec2 uv;
attribute vec4 tangent;
shared float cache[64];
const int COUNT = 0x1F;
const uint MASK = 255u, OCTAL = 017;
invariant gl_Position;
centroid out vec2 centered;
smooth in vec3 normal; noperspective in float depth; patch out vec3 edge;
subroutine vec4 ShadeModel(vec3 n);
subroutine uniform ShadeModel shade;

struct Light {
    vec3 direction;
    float power;
    bool on;
    dvec2 precise;
    mat3x4 basis;
};

float noise(in vec2 p, out float raw, inout int seed);

// A hash of a point.
highp float hash(const vec2 p) {
    return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453);
}

vec3 shadeLight(Light light, vec3 n) {
    vec3 result = vec3(0.0);
    float d = max(dot(normalize(n), -light.direction), 0.0f);
    for (int i = 0; i < COUNT; ++i) {
        if (i % 2 == 0 && light.on || !light.on) continue;
        result += d * light.power * 1.5e-3 * data.values[i];
        result.xyz *= mix(result.rgb, texture(albedo, uv).rgb, step(.5, d));
    }
    while (d > 1.) { d -= 1.0; if (d < 0.1) break; }
    do { d *= 2.0lf; } while (d < 0.5);
    switch (cell.x) {
        case 0: result = pow(result, vec3(2.2)); break;
        default: discard;
    }
    uint bits = floatBitsToUint(d) >> 3u ^ 1u << 2 | ~MASK & 0xFFu;
    bool lit = d >= 0.5 ? true : false;
    return lit ? result : reflect(result, n);
}

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    vec4 texel = texelFetch(albedo, id, 0) + textureLod(sky, normal, 2.0);
    cache[gl_LocalInvocationIndex] = texel.r;
    barrier(); memoryBarrierShared();
    atomicAdd(data.count, 1u);
    Light light = Light(vec3(0, 1, 0), 1.0, true, dvec2(0), mat3x4(1.0));
    gl_Position = projection * view * data.transform * vec4(position, 1.0);
    gl_FragColor = vec4(shadeLight(light, normalize(normal)), gl_FragCoord.z);
    color = texel * length(push.time) + dFdx(uv).xyxy - fwidth(uv).xyxy;
    imageStore(target, id, color);
    for (;;) { return; }
}
