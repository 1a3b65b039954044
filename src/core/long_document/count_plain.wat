;; Counts the UTF-16 units that JSON text in UTF-8 stands for, sixteen bytes at a time.
;;
;; count_plain(n) looks at the first n bytes of `memory`, which must hold 18 bytes more of the same text. It answers -1
;; where anything stands there that must not be left out unseen, or that takes a closer look to count:
;;   "  unless a backslash stands before it      the string ends
;;   \\ and \u                                   an escape that may be part of a longer one, or stands for any unit
;;   < and &                                     may begin a private tag
;;   gpa                                         .pgpass, of which the name tells what secrets look like
;;   "P C"                                       "HTTP Cookie", which does as well
(module
  (memory (export "memory") 2)
  (func (export "count_plain") (param $n i32) (result i32)
    (local $at i32) (local $units i32) (local $lanes i32)
    (local $byte v128) (local $next v128) (local $third v128) (local $escape v128)
    (block $end
      (loop $block
        (br_if $end (i32.ge_u (local.get $at) (local.get $n)))
        (local.set $byte (v128.load (local.get $at)))
        (local.set $next (v128.load offset=1 (local.get $at)))
        (local.set $third (v128.load offset=2 (local.get $at)))
        (local.set $escape (i8x16.eq (local.get $byte) (i8x16.splat (i32.const 0x5c))))

        (if (v128.any_true
              (v128.or
                (v128.or
                  (v128.andnot (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x22))) (local.get $escape))
                  (v128.and (local.get $escape)
                    (v128.or
                      (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x5c)))
                      (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x75))))))
                (v128.or
                  (v128.or
                    (i8x16.eq (local.get $byte) (i8x16.splat (i32.const 0x3c)))
                    (i8x16.eq (local.get $byte) (i8x16.splat (i32.const 0x26))))
                  (v128.or
                    (v128.and
                      (i8x16.eq (local.get $byte) (i8x16.splat (i32.const 0x67)))
                      (v128.and
                        (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x70)))
                        (i8x16.eq (local.get $third) (i8x16.splat (i32.const 0x61)))))
                    (v128.and
                      (i8x16.eq (local.get $byte) (i8x16.splat (i32.const 0x50)))
                      (v128.and
                        (i8x16.eq (local.get $next) (i8x16.splat (i32.const 0x20)))
                        (i8x16.eq (local.get $third) (i8x16.splat (i32.const 0x43)))))))))
          (then (return (i32.const -1))))

        ;; The lanes of the last block that are beyond n do not count.
        (local.set $lanes
          (if (result i32) (i32.ge_u (i32.sub (local.get $n) (local.get $at)) (i32.const 16))
            (then (i32.const 0xffff))
            (else (i32.sub
              (i32.shl (i32.const 1) (i32.sub (local.get $n) (local.get $at)))
              (i32.const 1)))))
        ;; One for each character, of which bytes above -65 are the first; one more for those of four bytes, which begin
        ;; with 0xf0 and more; one less for each escape, which is two bytes for one unit.
        (local.set $units
          (i32.sub
            (i32.add
              (i32.add (local.get $units)
                (i32.popcnt (i32.and (local.get $lanes)
                  (i8x16.bitmask (i8x16.gt_s (local.get $byte) (i8x16.splat (i32.const -65)))))))
              (i32.popcnt (i32.and (local.get $lanes)
                (i8x16.bitmask (i8x16.ge_u (local.get $byte) (i8x16.splat (i32.const 0xf0)))))))
            (i32.popcnt (i32.and (local.get $lanes) (i8x16.bitmask (local.get $escape))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $block)))
    (local.get $units)))
