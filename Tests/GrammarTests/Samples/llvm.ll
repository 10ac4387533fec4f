; ModuleID = 'sum.c'
source_filename = "sum.c"
target datalayout = "e-m:e-i64:64-f80:128"
target triple = "x86_64-unknown-linux-gnu"

%struct.pair = type { i32, ptr, [4 x i8], <4 x float> }
@.str = private unnamed_addr constant [6 x i8] c"hi %d\0A", align 1
@counter = internal global i32 0, align 4
@"odd name" = external thread_local global double
$group = comdat any

declare i32 @printf(ptr noundef, ...) #1

define dso_local i32 @sum(ptr nocapture noundef readonly %in, i32 noundef %n) local_unnamed_addr #0 !dbg !5 {
entry:
  %0 = icmp sgt i32 %n, 0
  br i1 %0, label %loop, label %exit

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i32 [ -1, %entry ], [ %added, %loop ]
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p, align 4
  %added = add nsw i32 %v, %acc
  %next = add nuw nsw i64 %i, 1
  %f = fadd fast double 1.5e+00, 0x3FF0000000000000
  %w = zext i32 %v to i64
  store atomic volatile i32 %v, ptr @counter seq_cst, align 4
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop

exit:
  %r = call i32 (ptr, ...) @printf(ptr @.str, i32 undef)
  switch i32 %r, label %bad [ i32 0, label %bad ]

bad:
  unreachable
}

attributes #0 = { nounwind uwtable "frame-pointer"="all" }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i1 true, ptr null}
!5 = distinct !DISubprogram(name: "sum", line: 3, flags: DIFlagPrototyped)

; RUN: opt < %s -S | FileCheck %s
; CHECK-LABEL: define i32 @"quoted name"
define i32 @"quoted name"(%"struct.odd \41"* %p) {
; CHECK-NEXT: ret i32 0
  ret i32 0 ; no CHECK: here
}
