;;; Orders and their totals.
#| A block comment
   #| nested |# over lines |#

(import (scheme base)
        (scheme write)
        (only (srfi 1) filter fold))

(define-library (shop orders)
  (export total make-line)
  (import (scheme base)))

(define rate 1.19)
(define limit #xFF)
(define lines '())
(define half 1/2)
(define small -2.5e-3)
(define flag #t)
(define other #false)
(define letter #\a)
(define blank #\space)

(define-record-type line
  (make-line name price count)
  line?
  (name line-name)
  (price line-price set-line-price!)
  (count line-count))

(define (square x)
  (* x x))

(define (total lines . rest)
  (let loop ((lines lines) (sum 0))
    (if (null? lines)
        sum
        (loop (cdr lines)
              (+ sum (* rate (line-price (car lines))))))))

(define (describe n)
  (cond ((zero? n) "zero")
        ((negative? n) (string-append "minus " (number->string (abs n))))
        ((= n 1/2) => (lambda (x) x))
        (else
         (case n
           ((1 2) 'small)
           ((#\a) 'letter)
           (else 'big)))))

(define-syntax swap!
  (syntax-rules ()
    ((_ a b)
     (let ((tmp a))
       (set! a b)
       (set! b tmp)))))

(define make-counter
  (lambda (start)
    (let ((count start))
      (lambda ()
        (set! count (+ count 1))
        count))))

(define (sum-all table)
  (do ((i 0 (+ i 1))
       (sum 0 (+ sum (vector-ref table i))))
      ((>= i (vector-length table)) sum)
    (when (odd? i)
      (display "odd\n")
      (newline))))

(define (safe thunk)
  (call-with-current-continuation
   (lambda (return)
     (with-exception-handler
      (lambda (error)
        (display "failed: \"oops\"")
        (return #f))
      thunk))))

(let*-values (((q r) (floor/ 7 2))
              ((x) (values 1)))
  (list q r x))

(letrec ((even (lambda (n) (or (= n 0) (odd (- n 1)))))
         (odd (lambda (n) (and (not (= n 0)) (even (- n 1))))))
  (even 10))

(define table (vector 1 2 3))
(define quoted `(a ,half ,@lines b))
(define bytes #u8(1 2 3))
(for-each (lambda (line) (write line)) (map square '(1 2 3)))
(unless (eq? flag other)
  (begin
    (apply max (list 1 2 3))
    (force (delay (display letter)))))
(guard (e ((symbol? e) (raise e)) ((string? e) #f))
  (error "bad line" 'name))
