// A lit surface: what HLSL can write, in one file.
#include "common.hlsli"
#pragma pack_matrix(row_major)
#define LIGHTS 4
#define SATURATE(x) saturate(x)
#if defined(SHADOWS) && LIGHTS > 2
#   define SHADOW 1
#elif 0
#   error "never"
#else
#   undef SHADOW
#endif
/* Block
   comment. */

cbuffer PerFrame : register(b0)
{
    row_major float4x4 ViewProjection;
    float3 Eye : packoffset(c4);
    uint Frame;
    column_major half3x3 Normals;
};

tbuffer Table : register(t5) { float4 entries[16]; };

struct VertexIn
{
    float3 position : POSITION;
    float2 uv : TEXCOORD0;
    min16float4 color : COLOR0;
    uint id : SV_VertexID;
};

struct PixelIn
{
    float4 position : SV_Position;
    nointerpolation float2 uv : TEXCOORD0;
    linear centroid float3 normal : NORMAL;
    noperspective sample float depth : DEPTH;
};

Texture2D<float4> Albedo : register(t0, space1);
TextureCube Sky;
Texture2DArray<half2> Shadows[3];
RWTexture2D<unorm float4> Target : register(u0);
StructuredBuffer<VertexIn> Vertices;
RWStructuredBuffer<uint> Counts;
AppendStructuredBuffer<float3> Added;
ByteAddressBuffer Bytes;
SamplerState Linear : register(s0);
SamplerComparisonState Compare { Filter = MIN_MAG_MIP_LINEAR; AddressU = Clamp; };
ConstantBuffer<PixelIn> Inline;
groupshared float Cache[64];
static const float PI = 3.14159265f;
extern uniform bool Enabled = true;
typedef vector<float, 3> Color;
typedef matrix<double, 2, 3> Grid;
static const uint Mask = 0xFFu, Octal = 017;
static const double Tiny = 1.5e-3L, Half = .5h;

interface IShade { float3 Shade(float3 normal); };
class Lambert : IShade { float3 Shade(float3 normal) { return max(0, normal); } };

PixelIn VSMain(in VertexIn input, uint instance : SV_InstanceID)
{
    PixelIn output = (PixelIn)0;
    output.position = mul(float4(input.position, 1.0), ViewProjection);
    output.uv = input.uv.xy;
    return output;
}

[earlydepthstencil]
float4 PSMain(PixelIn input, bool front : SV_IsFrontFace, out float depth : SV_Depth) : SV_Target0
{
    float4 color = Albedo.Sample(Linear, input.uv);
    float shadow = Shadows[0].SampleCmpLevelZero(Compare, float3(input.uv, 1), 0.5).r;
    [unroll(4)]
    for (int i = 0; i < LIGHTS; ++i)
    {
        [branch] if (i % 2 == 0 && Enabled || !front) continue;
        color.rgb += saturate(dot(normalize(input.normal), Eye)) * pow(abs(shadow), 2.2f);
    }
    [loop] while (color.a > 1.0) { color.a -= 1; break; }
    do { color *= 0.5; } while (any(color > 1));
    [flatten] switch (Frame)
    {
        case 0: color = lerp(color, float4(1, 0, 0, 1), 0.5); break;
        default: discard;
    }
    clip(color.a - 0.01);
    depth = asfloat(asuint(color.r) << 2 ^ Mask & ~1u | 3);
    float2x2 rotation = { cos(PI), -sin(PI), sin(PI), cos(PI) };
    return color.a >= 0.5 ? color : float4(mul(rotation, input.uv), ddx(shadow), ddy(shadow));
}

[numthreads(8, 8, 1)]
void CSMain(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    Cache[index] = Albedo[id.xy].r;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Counts[0], 1);
    inout float unused; precise float exact = Bytes.Load(4);
    Target[id.xy] = float4(Cache[index], WaveActiveSum(1), 0, 1);
}

[maxvertexcount(3)]
void GSMain(triangle PixelIn input[3], inout TriangleStream<PixelIn> stream)
{
    stream.Append(input[0]);
    stream.RestartStrip();
    string name = "text\n";
}

technique11 Render
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VSMain()));
        SetPixelShader(compile ps_5_0 PSMain());
    }
}
StructuredBuffer<float4> Colors : register(t1);
float4 Tint(float4 base : COLOR, float3 n : NORMAL0) : SV_Target { switch (0x1F) { case 0: color += base; } return enabled ? base : color; }
