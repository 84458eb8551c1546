# Cohen's kappa of labels and its large-sample variance (Fleiss, Cohen and Everitt 1969) by psych: Rscript make.R > values.json
suppressPackageStartupMessages(library(psych))
set.seed(7)

labels <- function(n, k, share) {
  x <- sample.int(k, n, replace = TRUE, prob = k:1)
  y <- ifelse(runif(n) < share, x, sample.int(k, n, replace = TRUE))
  list(x = x, y = y)
}
list_of <- function(values) paste0("[", paste(values, collapse = ","), "]")
one <- function(n, k, share) {
  own <- labels(n, k, share)
  found <- cohen.kappa(cbind(own$x, own$y))
  sprintf(
    '{"x":%s,"y":%s,"kappa":%.17g,"variance":%.17g}',
    list_of(own$x), list_of(own$y), found$kappa, found$var.kappa
  )
}
cases <- c(one(40, 2, 0.6), one(120, 5, 0.8), one(300, 12, 0.3), one(60, 3, 0))
cat(sprintf(
  '{"R":"%s","psych":"%s","cases":[\n%s\n]}\n',
  getRversion(), packageVersion("psych"), paste(cases, collapse = ",\n")
))
