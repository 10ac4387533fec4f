;;;; orders.lisp --- orders and their totals

#| A block comment
   #| nested |# over lines |#

(defpackage :shop
  (:use :cl)
  (:export #:total #:make-order))

(in-package :shop)

(defvar *orders* '() "Every order so far.")
(defparameter *rate* 1.19d0)
(defconstant +limit+ #xFF)

(declaim (optimize (speed 3) (safety 1)))

(defstruct (point (:constructor make-point (x y))) x y)

(defclass line ()
  ((name :initarg :name :accessor line-name :type string)
   (price :initarg :price :initform 0 :reader price)
   (count :initform 1 :allocation :instance))
  (:documentation "One line of an order."))

(define-condition out-of-stock (error)
  ((name :initarg :name))
  (:report (lambda (condition stream)
             (format stream "No ~A left.~%" (slot-value condition 'name)))))

(defgeneric total (thing &key rate)
  (:documentation "What THING costs."))

(defmethod total ((thing line) &key (rate *rate*))
  (declare (ignorable rate))
  (* rate (price thing)))

(defmethod print-object :around ((object line) stream)
  (print-unreadable-object (object stream :type t)
    (call-next-method)))

(defmacro with-order ((var &rest options) &body body)
  (let ((name (gensym "ORDER")))
    `(let* ((,name (make-instance 'line ,@options))
            (,var ,name))
       (unwind-protect (progn ,@body)
         (push ,var *orders*)))))

(deftype size () '(integer 0 100))

(defun square (x) "The square of X." (* x x))

(defun collect (lines &optional (limit +limit+) &aux result)
  (dolist (line lines (nreverse result))
    (when (and (> (price line) 1.5e3) (not (null limit)))
      (push line result))))

(defun describe-number (n)
  (cond ((zerop n) "zero")
        ((minusp n) (format nil "minus ~D" (abs n)))
        ((= n 1/2) "half")
        (t (case n
             ((1 2) "small")
             (#\a "letter")
             (otherwise (values "big" n))))))

(defun sum-all (table)
  (loop for key being the hash-keys of table using (hash-value value)
        when (evenp value)
          sum value into result
        finally (return result)))

(defun read-all (path)
  (handler-case
      (with-open-file (in path :direction :input :if-does-not-exist nil)
        (loop for line = (read-line in nil :eof)
              until (eq line :eof)
              collect (string-trim '(#\Space #\Tab #\Newline) line)))
    (file-error (e)
      (warn "cannot read ~S: ~A" path e)
      nil)))

(flet ((twice (x) (+ x x)))
  (labels ((down (n) (if (<= n 0) 0 (down (1- n)))))
    (mapcar #'twice (list 1 2 #b101 -3.5 +4))
    (funcall (lambda (x) (incf x 2)) (down 10))))

(multiple-value-bind (quotient remainder) (floor 7 2)
  (setf (gethash "seven" table) (cons quotient remainder))
  (format t "~{~A~^, ~}~%~5,2F ~:[no~;yes~]" '(a . b) 3.14159 t))

#+sbcl (sb-ext:quit :unix-status 0)
#-(or sbcl ccl) (error 'out-of-stock :name "pen")

(let ((v (vector 1 2 3))
      (a #(1 2 3))
      (s '|odd symbol|))
  (setq v (remove-if-not #'oddp v))
  (eval-when (:compile-toplevel :load-toplevel :execute)
    (princ (aref a 0) *standard-output*))
  (return-from collect s))
