#!/usr/bin/env Rscript
# A comment. TODO: tidy up
#' Make a thing
#'
#' Longer text with `code` and \code{other} and **bold**.
#' @param name How it is called, see [label()].
#' @param price,amount numbers
#' @return A list.
#' @examples
#' make("a", 1)
#' @export
#' @importFrom stats lm predict
library(dplyr)
require("ggplot2", quietly = TRUE)
suppressPackageStartupMessages(library(data.table))

MAX_ITEMS <- 1000L
numbers <- c(0, 123, 0xFF, 1.5, .5, 1e10, 2.5E-3, 10L, 0x10L, 1i, 2.5i, 1e-3L)
constants <- list(TRUE, FALSE, NULL, NA, NA_integer_, NA_character_, NA_real_, Inf, -Inf, NaN, T, F, pi, letters, LETTERS, month.name)
strings <- c("tab\t \x41 \u00e9 \U0001F600 \" \\", 'single \' %s', r"(raw \n (nested))", R"---[raw]---", "%5.2f%%")
`odd name` <- 5; .hidden <- `odd name` + 1; x.y_z <<- 2; 3 -> y; 4 ->> z; assign("w", 5); a = b := c

make <- function(name, price = 0.0, ..., tags = c("a", 'b')) {
  self <- list(name = name, price = price, n = nargs(), ..1, ...)
  if (is.null(name) || !is.character(name) && length(tags) > 1L) {
    stop("bad name: ", name, call. = FALSE)
  } else if (price %in% c(1, 2) | price %% 2 == 0 & price %/% 3 != 1) {
    warning(sprintf("odd price %d", price))
  } else next
  attr(self, "class") <- "item"
  invisible(self)
}

print.item <- function(x, ...) cat(format(x$name), x[["price"]], x@slot, x$`odd name`, "\n", sep = "")
square <- \(x) x^2 + x ** 2
`%+%` <- function(a, b) paste0(a, b)
result <- "a" %+% "b" |> toupper() |> (\(s) nchar(s))()

for (i in seq_len(10)) { if (i == 3) break; next }
while (TRUE) { i <- i + 1; if (i >= 20 && i <= 30) break }
repeat { break }
kind <- switch(type, "a" = 1, b = , c = 2, default)
model <- lm(mpg ~ wt + I(hp^2) - 1, data = mtcars, subset = -(1:3))
data <- mtcars %>%
  filter(cyl == 4 & hp > 100) %>%
  mutate(ratio = mpg / wt, .keep = "all") %>%
  group_by(gear) %>% summarise(mean = mean(ratio, na.rm = TRUE), n = n())
plot <- ggplot2::ggplot(data, aes(x = wt, y = mpg)) + geom_point(colour = "red") + stats:::predict.lm()
m <- matrix(1:9, nrow = 3); m[1, ]; m[, -1, drop = FALSE]; m %*% t(m); m %o% m; lst$a$b[[1]]; x?help; ?lm
tryCatch({ risky() }, error = function(e) conditionMessage(e), finally = cat("done"))
setClass("Person", representation(name = "character")); setGeneric("speak", function(obj) standardGeneric("speak"))
setMethod("speak", "Person", function(obj) obj@name)
Account <- R6::R6Class("Account", public = list(balance = 0, deposit = function(x) { self$balance <- self$balance + x; invisible(self) }))
sapply(list, function(x) x$name); do.call(rbind, list); Reduce(`+`, 1:10); Map(f, 1:3, 4:6); vapply(x, nchar, integer(1))
if (!exists("x", envir = globalenv())) source("file.R") else rm(list = ls())
return(x)
#' See [text](url), [other][ref], [base::paste()], [Class] and <https://example.com>.
f <- 1
