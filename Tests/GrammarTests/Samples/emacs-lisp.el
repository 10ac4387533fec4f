;;; orders.el --- Keep orders in a buffer  -*- lexical-binding: t; -*-

;; Author: Somebody
;; Keywords: tools

;;; Code:

(require 'cl-lib)
(eval-when-compile (require 'subr-x))

(defgroup orders nil
  "Orders and their totals."
  :group 'tools
  :prefix "orders-")

(defcustom orders-rate 1.19
  "The rate for `orders-total'.
See \\[orders-add] for more."
  :type 'number
  :group 'orders)

(defvar orders-list nil "Every order.")
(defvar-local orders--dirty nil)
(defconst orders-limit #xff)

(defface orders-name '((t :inherit bold)) "Face of names.")
(defvar orders-keywords '(("[0-9]+" . font-lock-constant-face)))

(defvar orders-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c a") #'orders-add)
    (define-key map [remap undo] 'ignore)
    map)
  "Keys of `orders-mode'.")

(cl-defstruct orders-line name (price 0) count)

(defmacro orders-with (buffer &rest body)
  "Run BODY in BUFFER."
  (declare (indent 1) (debug t))
  `(with-current-buffer ,buffer
     (save-excursion ,@body)))

(defsubst orders-square (x) (* x x))

(defun orders-total (lines &optional rate)
  "The sum of LINES at RATE."
  (let* ((sum 0)
         (rate (or rate orders-rate)))
    (dolist (line lines)
      (setq sum (+ sum (* rate (orders-line-price line)))))
    sum))

(defun orders-add (name price)
  "Add NAME for PRICE."
  (interactive "sName: \nnPrice: ")
  (unless (and (stringp name) (> price 0))
    (user-error "Bad line: %S" name))
  (push (make-orders-line :name name :price price) orders-list)
  (message "Added %s for %d\n" name price)
  (run-hooks 'orders-hook))

(cl-defun orders-find (name &key (test #'equal))
  (cl-loop for line in orders-list
           when (funcall test name (orders-line-name line))
           return line))

(defun orders-scan (file)
  (condition-case err
      (with-temp-buffer
        (insert-file-contents (expand-file-name file))
        (goto-char (point-min))
        (while (re-search-forward "^\\([a-z]+\\) = \\([0-9.]+\\)$" nil t)
          (let ((name (match-string 1))
                (char (char-after (point))))
            (cond ((eq char ?a) (forward-line 1))
                  ((eq char ?\n) nil)
                  ((memq char '(?\s ?\t)) (forward-char -1))
                  (t (orders-add name (string-to-number (match-string 2))))))))
    (file-error (message "%s" (error-message-string err)) nil)
    (error (signal (car err) (cdr err)))))

(defun orders-describe (n)
  (pcase n
    (0 "zero")
    ((pred stringp) (concat "text " n))
    (`(,a . ,b) (format "%s-%s" a b))
    (_ (if (zerop (mod n 2)) 'even 'odd))))

(define-derived-mode orders-mode special-mode "Orders"
  "Major mode for orders."
  (setq-local truncate-lines t)
  (add-hook 'after-save-hook #'orders-scan nil t))

(when-let ((first (car orders-list)))
  (mapcar (lambda (x) (1+ x)) '(1 2.5 -3))
  (unwind-protect (progn (ignore-errors (delete-file "x")))
    (kill-buffer (get-buffer-create "*orders*"))))

(add-to-list 'auto-mode-alist '("\\.orders\\'" . orders-mode))

(provide 'orders)
;;; orders.el ends here
