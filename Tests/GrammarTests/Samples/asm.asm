; Print a greeting, then count.
%include "macros.inc"
%define COUNT 10
%macro exit 1
    mov edi, %1
    mov eax, 60
    syscall
%endmacro
%ifdef DEBUG
%endif
bits 64
default rel
global _start
extern printf

section .data
message: db "Hello, world", 10, 0
length  equ $ - message
table   dd 1, 0x1F, 0FFh, 1010b, 17o, 3.14
letter  db 'a'

section .bss
buffer  resb 64

section .text
_start:
    mov eax, 1
    mov edi, 1
    lea rsi, [rel message]
    mov edx, length
    syscall
    xor ecx, ecx
.loop:
    inc ecx
    cmp ecx, COUNT
    jl .loop
    mov qword [rsp+8], 0
    movzx eax, byte [rbx+rcx*4]
    push rbp
    call printf
    rep movsb
    movaps xmm0, xmm1
    vaddpd ymm0, ymm1, ymm2
    cvtsi2sd xmm0, eax
    fldpi
    test al, al
    jz .done
    shl rax, 3
.done:
    exit 0

# The other habit of writing.
main:
    pushq %rbp
    movq %rsp, %rbp
    movl $5, %eax
    popq %rbp
    ret
1:  jmp 1b
; Numbers, functions and masks of NASM.
%ifnmacro exit 1
%elifempty COUNT
%iftoken COUNT
%endif
    dd 0x1.8p-3, 0b1.01p4, 0q7.4p1, 1_000, 0d10, 1e6, 0hFF
    dt 123_456p, __Infinity__, __float80m__(1.5)
    mov rax, __?LINE?__
    lea rax, [rel message wrt ..gotpcrel]
    lock xacquire add dword [mem], ilog2e(8)
    vaddps zmm1{k2}{z}, zmm2, [rax]{1to16}
    vrndscaleps zmm1, zmm2, {sae}, 3
    kandw k1, k2, k3
    vpconflictd zmm0, zmm1
    vcmpneqps k1, zmm0, zmm1
    bndmk bnd0, [rax]
    f2xm1
    wbinvd
