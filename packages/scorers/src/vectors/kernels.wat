;; Vector kernels. Assembled into kernelBytes.ts by test/support/onnx/assembleKernels.mjs; a test asserts that both agree.
;;
;; Rows lie in the imported memory, `stride` bytes apart, padded with zeros: f32 rows to a multiple of 16 numbers, byte rows to a
;; multiple of 32. `end` is the end of the query. A top list is k scores (f32, descending), then k row numbers (i32).
(module
  (import "vectors" "memory" (memory 1))

  ;; q · a over 16 lanes: four sums of four, so that additions do not wait for each other. Every f32 kernel below uses this
  ;; one function, so the score of a row has the same bits whichever kernel asks.
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

  ;; Puts a score above the last one of the list into its place. Equal scores keep the order of arrival.
  (func $insert (param $list i32) (param $k i32) (param $score f32) (param $row i32)
    (local $slot i32) (local $rows i32)
    (local.set $rows (i32.shl (local.get $k) (i32.const 2)))
    (local.set $slot (i32.add (local.get $list) (i32.sub (local.get $rows) (i32.const 4))))
    (block $placed
      (loop $shift
        (br_if $placed (i32.eq (local.get $slot) (local.get $list)))
        (br_if $placed (i32.eqz
          (f32.gt (local.get $score) (f32.load (i32.sub (local.get $slot) (i32.const 4))))))
        (f32.store (local.get $slot) (f32.load (i32.sub (local.get $slot) (i32.const 4))))
        (i32.store (i32.add (local.get $slot) (local.get $rows))
          (i32.load (i32.add (i32.sub (local.get $slot) (i32.const 4)) (local.get $rows))))
        (local.set $slot (i32.sub (local.get $slot) (i32.const 4)))
        (br $shift)))
    (f32.store (local.get $slot) (local.get $score))
    (i32.store (i32.add (local.get $slot) (local.get $rows)) (local.get $row)))

  ;; out[i] = q · row i, for n > 0 rows from `a` on.
  (func (export "dots")
    (param $a i32) (param $stride i32) (param $n i32) (param $q i32) (param $end i32) (param $out i32)
    (local $last i32)
    (local.set $last (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2))))
    (loop $rows
      (f32.store (local.get $out) (call $dot (local.get $a) (local.get $q) (local.get $end)))
      (local.set $a (i32.add (local.get $a) (local.get $stride)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $rows (i32.lt_u (local.get $out) (local.get $last)))))

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
      (br_if $rows (i32.lt_u (local.get $out) (local.get $last)))))

  ;; Puts n > 0 rows from `a` on, numbered from `row`, into a top list. No score is stored that does not enter the list.
  (func (export "top")
    (param $a i32) (param $stride i32) (param $row i32) (param $n i32)
    (param $q i32) (param $end i32) (param $list i32) (param $k i32)
    (local $score f32) (local $worst i32)
    (local.set $n (i32.add (local.get $n) (local.get $row)))
    (local.set $worst (i32.add (local.get $list) (i32.shl (i32.sub (local.get $k) (i32.const 1)) (i32.const 2))))
    (loop $rows
      (local.set $score (call $dot (local.get $a) (local.get $q) (local.get $end)))
      (if (f32.gt (local.get $score) (f32.load (local.get $worst)))
        (then (call $insert (local.get $list) (local.get $k) (local.get $score) (local.get $row))))
      (local.set $a (i32.add (local.get $a) (local.get $stride)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $n)))))

  ;; The same for n > 0 row numbers at `at`; row 0 is at `base`.
  (func (export "topAt")
    (param $base i32) (param $stride i32) (param $at i32) (param $n i32)
    (param $q i32) (param $end i32) (param $list i32) (param $k i32)
    (local $score f32) (local $worst i32) (local $last i32)
    (local.set $last (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 2))))
    (local.set $worst (i32.add (local.get $list) (i32.shl (i32.sub (local.get $k) (i32.const 1)) (i32.const 2))))
    (loop $rows
      (local.set $score
        (call $dot
          (i32.add (local.get $base) (i32.mul (i32.load (local.get $at)) (local.get $stride)))
          (local.get $q) (local.get $end)))
      (if (f32.gt (local.get $score) (f32.load (local.get $worst)))
        (then (call $insert (local.get $list) (local.get $k) (local.get $score) (i32.load (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $rows (i32.lt_u (local.get $at) (local.get $last)))))

  ;; Bounds from bytes. A byte row is its codes, then three f32: scale, error, norm. With the query as 16-bit codes of scale
  ;; `qscale`, norm `qnorm` and rounding error `qerror`:
  ;;     about = qscale · scale · (codes · codes)     |q · x − about| ≤ bound = qnorm · error + qerror · norm
  ;; A row whose about + bound is not below the k-th lower bound so far is written to `out` as (row i32, about + bound f32), and
  ;; its lower bound, about − bound, enters the top list of these. Returns where the next row would be written.
  (func $offer
    (param $about f32) (param $bound f32) (param $row i32) (param $list i32) (param $k i32) (param $worst i32)
    (param $out i32)
    (result i32)
    (i32.store (local.get $out) (local.get $row))
    (f32.store offset=4 (local.get $out) (f32.add (local.get $about) (local.get $bound)))
    (if (f32.gt (f32.sub (local.get $about) (local.get $bound)) (f32.load (local.get $worst)))
      (then
        (call $insert (local.get $list) (local.get $k)
          (f32.sub (local.get $about) (local.get $bound)) (local.get $row))))
    (i32.add (local.get $out) (i32.const 8)))

  ;; The same for n > 0 byte rows from `a0` on, numbered from `row`; `codes` bytes of codes each. Returns how many were written.
  ;;
  ;; Codes at even places are stored plus 128, so that a pair in 16 bits splits by one mask and one shift instead of two sign
  ;; extensions; of the query, each 16 codes are the 8 for even places, then the 8 for odd ones, and `shift` is 128 times the
  ;; sum of those for even places. Two rows at a time share the loads of the query, so one row behind the last may be read.
  (func (export "bounds")
    (param $a0 i32) (param $codes i32) (param $row i32) (param $n i32) (param $q i32) (param $shift i32)
    (param $qscale f32) (param $qnorm f32) (param $qerror f32) (param $list i32) (param $k i32) (param $out i32)
    (result i32)
    (local $a1 i32) (local $stride i32) (local $p i32) (local $end i32) (local $start i32)
    (local $s0 v128) (local $s1 v128) (local $t0 v128) (local $t1 v128) (local $v0 v128) (local $v1 v128)
    (local $w v128) (local $even v128) (local $about f32) (local $bound f32) (local $worst i32)
    (local.set $worst (i32.add (local.get $list) (i32.shl (i32.sub (local.get $k) (i32.const 1)) (i32.const 2))))
    (local.set $even (v128.const i32x4 0x00ff00ff 0x00ff00ff 0x00ff00ff 0x00ff00ff))
    (local.set $n (i32.add (local.get $n) (local.get $row)))
    (local.set $start (local.get $out))
    (local.set $stride (i32.add (local.get $codes) (i32.const 16)))
    (loop $rows
      (local.set $a1 (i32.add (local.get $a0) (local.get $stride)))
      (local.set $s0 (v128.const i32x4 0 0 0 0))
      (local.set $t0 (v128.const i32x4 0 0 0 0))
      (local.set $s1 (v128.const i32x4 0 0 0 0))
      (local.set $t1 (v128.const i32x4 0 0 0 0))
      (local.set $p (local.get $q))
      (local.set $end (i32.add (local.get $a0) (local.get $codes)))
      (loop $chunks
        (local.set $v0 (v128.load (local.get $a0)))
        (local.set $v1 (v128.load (local.get $a1)))
        (local.set $w (v128.load (local.get $p)))
        (local.set $s0 (i32x4.add (local.get $s0)
          (i32x4.dot_i16x8_s (v128.and (local.get $v0) (local.get $even)) (local.get $w))))
        (local.set $s1 (i32x4.add (local.get $s1)
          (i32x4.dot_i16x8_s (v128.and (local.get $v1) (local.get $even)) (local.get $w))))
        (local.set $w (v128.load offset=16 (local.get $p)))
        (local.set $t0 (i32x4.add (local.get $t0)
          (i32x4.dot_i16x8_s (i16x8.shr_s (local.get $v0) (i32.const 8)) (local.get $w))))
        (local.set $t1 (i32x4.add (local.get $t1)
          (i32x4.dot_i16x8_s (i16x8.shr_s (local.get $v1) (i32.const 8)) (local.get $w))))
        (local.set $v0 (v128.load offset=16 (local.get $a0)))
        (local.set $v1 (v128.load offset=16 (local.get $a1)))
        (local.set $w (v128.load offset=32 (local.get $p)))
        (local.set $s0 (i32x4.add (local.get $s0)
          (i32x4.dot_i16x8_s (v128.and (local.get $v0) (local.get $even)) (local.get $w))))
        (local.set $s1 (i32x4.add (local.get $s1)
          (i32x4.dot_i16x8_s (v128.and (local.get $v1) (local.get $even)) (local.get $w))))
        (local.set $w (v128.load offset=48 (local.get $p)))
        (local.set $t0 (i32x4.add (local.get $t0)
          (i32x4.dot_i16x8_s (i16x8.shr_s (local.get $v0) (i32.const 8)) (local.get $w))))
        (local.set $t1 (i32x4.add (local.get $t1)
          (i32x4.dot_i16x8_s (i16x8.shr_s (local.get $v1) (i32.const 8)) (local.get $w))))
        (local.set $a0 (i32.add (local.get $a0) (i32.const 32)))
        (local.set $a1 (i32.add (local.get $a1) (i32.const 32)))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (br_if $chunks (i32.lt_u (local.get $a0) (local.get $end))))
      (block $done
        (local.set $s0 (i32x4.add (local.get $s0) (local.get $t0)))
        (local.set $s0 (i32x4.add (local.get $s0)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $s0) (local.get $s0))))
        (local.set $s0 (i32x4.add (local.get $s0)
          (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $s0) (local.get $s0))))
        (local.set $about
          (f32.mul
            (f32.mul (local.get $qscale) (f32.load (local.get $a0)))
            (f32.convert_i32_s (i32.sub (i32x4.extract_lane 0 (local.get $s0)) (local.get $shift)))))
        (local.set $bound
          (f32.add
            (f32.mul (local.get $qnorm) (f32.load offset=4 (local.get $a0)))
            (f32.mul (local.get $qerror) (f32.load offset=8 (local.get $a0)))))
        (if (i32.eqz (f32.lt (f32.add (local.get $about) (local.get $bound)) (f32.load (local.get $worst))))
          (then
            (local.set $out
              (call $offer (local.get $about) (local.get $bound) (local.get $row) (local.get $list) (local.get $k)
                (local.get $worst) (local.get $out)))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br_if $done (i32.ge_u (local.get $row) (local.get $n)))
        (local.set $s1 (i32x4.add (local.get $s1) (local.get $t1)))
        (local.set $s1 (i32x4.add (local.get $s1)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $s1) (local.get $s1))))
        (local.set $s1 (i32x4.add (local.get $s1)
          (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $s1) (local.get $s1))))
        (local.set $about
          (f32.mul
            (f32.mul (local.get $qscale) (f32.load (local.get $a1)))
            (f32.convert_i32_s (i32.sub (i32x4.extract_lane 0 (local.get $s1)) (local.get $shift)))))
        (local.set $bound
          (f32.add
            (f32.mul (local.get $qnorm) (f32.load offset=4 (local.get $a1)))
            (f32.mul (local.get $qerror) (f32.load offset=8 (local.get $a1)))))
        (if (i32.eqz (f32.lt (f32.add (local.get $about) (local.get $bound)) (f32.load (local.get $worst))))
          (then
            (local.set $out
              (call $offer (local.get $about) (local.get $bound) (local.get $row) (local.get $list) (local.get $k)
                (local.get $worst) (local.get $out)))))
        (local.set $row (i32.add (local.get $row) (i32.const 1))))
      (local.set $a0 (i32.add (local.get $a1) (i32.const 16)))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $n))))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 3)))
)
