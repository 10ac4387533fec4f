#lang racket

;; Orders and their totals.
#| A block comment
   #| nested |# over lines |#

(require racket/match
         (for-syntax racket/base)
         (only-in racket/string string-join))
(provide total (struct-out line))

(struct line (name price [count #:mutable]) #:transparent)

(define rate 1.19)
(define limit #xFF)
(define half 1/2)
(define letter #\a)
(define ready? #t)
(define pattern #rx"^[a-z]+$")
(define other #px"\\d+")
(define bytes-value #"abc\n")

(define (square x) (* x x))

(define (total lines #:rate [rate rate] . rest)
  (for/sum ([line (in-list lines)]
            #:when (> (line-price line) 0))
    (* rate (line-price line))))

(define-syntax-rule (swap! a b)
  (let ([tmp a])
    (set! a b)
    (set! b tmp)))

(define-syntax (unless-zero stx)
  (syntax-case stx ()
    [(_ n body ...)
     #'(if (zero? n) (void) (begin body ...))]))

(define (describe n)
  (cond [(zero? n) "zero"]
        [(negative? n) (format "minus ~a\n" (abs n))]
        [(= n 1/2) 'half]
        [else (case n
                [(1 2) 'small]
                [(#\a) 'letter]
                [else 'big])]))

(define (walk tree)
  (match tree
    ['() 0]
    [(list left value right) (+ (walk left) value (walk right))]
    [(? string? text) (string-length text)]
    [_ -1]))

(define counter%
  (class object%
    (init-field [start 0])
    (super-new)
    (define/public (next)
      (set! start (add1 start))
      start)))

(define (safe thunk)
  (with-handlers ([exn:fail? (lambda (e)
                               (displayln (exn-message e))
                               #f)])
    (thunk)))

(let loop ([i 0])
  (when (< i 10)
    (printf "~a: ~s\n" i (square i))
    (loop (+ i 1))))

(define table (hash 'a 1 "b" 2.5 'c -3e2))
(hash-for-each table (λ (key value) (display key)))
(define quoted `(a ,half ,@(list 1 2) b))
(map (lambda (x) (sub1 x)) '(1 2 3))
(parameterize ([current-output-port (open-output-string)])
  (write (string-join (list "x" "y") ", ")))

(define here #<<END
A here string with "quotes"
END
  )

(module+ main
  (unless ready? (error 'main "not ready: ~a" letter))
  (send (new counter% [start 3]) next)
  (let*-values ([(q r) (quotient/remainder 7 2)])
    (apply max (vector->list (vector q r)))))

#! a comment for the shell
(define (plot points
              #:label [label (build-string 3 (lambda (i) #\x))]
              #:width [width #f] ; as wide as it is
              . others)
  (simplify-path (or label width)))
(define-values (low high) (values -1/2#e3+2i +inf.0))
(define-struct/contract pair ([left any/c] [right (>=/c 2)]))
(define/contract (halve n) (-> exact-integer? real?) (/ n 2))
(list-with-my-own-name (flush-output) (current-things) 'kernel '#%kernel)
(define text #<<TWO WORDS
the end is TWO WORDS, not this
TWO WORDS
  )
