;; Vector kernels. Assembled into kernelBytes.ts by test/support/onnx/assembleKernels.mjs; a test asserts that both agree.
;;
;; Rows of f32 lie in the imported memory, `stride` bytes apart, padded with zeros to a multiple of 16 numbers. `end` is the end of
;; the query.
(module
  (import "vectors" "memory" (memory 1))

  ;; q · a over 16 lanes: four sums of four, so that additions do not wait for each other.
  (func $dot (param $a i32) (param $q i32) (param $end i32) (result f32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (loop $chunks
      (local.set $s0 (f32x4.add (local.get $s0)
        (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $q)))))
      (local.set $s1 (f32x4.add (local.get $s1)
        (f32x4.mul (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $q)))))
      (local.set $s2 (f32x4.add (local.get $s2)
        (f32x4.mul (v128.load offset=32 (local.get $a)) (v128.load offset=32 (local.get $q)))))
      (local.set $s3 (f32x4.add (local.get $s3)
        (f32x4.mul (v128.load offset=48 (local.get $a)) (v128.load offset=48 (local.get $q)))))
      (local.set $a (i32.add (local.get $a) (i32.const 64)))
      (local.set $q (i32.add (local.get $q) (i32.const 64)))
      (br_if $chunks (i32.lt_u (local.get $q) (local.get $end))))
    (local.set $s0 (f32x4.add (f32x4.add (local.get $s0) (local.get $s1)) (f32x4.add (local.get $s2) (local.get $s3))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $s0)) (f32x4.extract_lane 1 (local.get $s0)))
      (f32.add (f32x4.extract_lane 2 (local.get $s0)) (f32x4.extract_lane 3 (local.get $s0)))))

  ;; out[i] = q · row at[i], for n > 0 row numbers; row 0 is at `base`.
  (func (export "dotsAt")
    (param $base i32) (param $stride i32) (param $at i32) (param $n i32) (param $q i32) (param $end i32) (param $out i32)
    (local $last i32)
    (local.set $last (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2))))
    (loop $rows
      (f32.store (local.get $out)
        (call $dot
          (i32.add (local.get $base) (i32.mul (i32.load (local.get $at)) (local.get $stride)))
          (local.get $q) (local.get $end)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $rows (i32.lt_u (local.get $out) (local.get $last))))))
