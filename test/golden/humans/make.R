# Weighted means of item accuracies with their errors: Rscript make.R > values.json
# survey: the linearised error of a weighted mean (svymean). clubSandwich: CR2 with one item per cluster, and Satterthwaite's degrees of freedom.
suppressMessages({library(survey); library(clubSandwich)})
set.seed(11)

number <- function(x) paste0("[", paste(format(x, digits = 15), collapse = ","), "]")
one <- function(name, accuracy, respondents) {
  d <- data.frame(accuracy, respondents, item = seq_along(accuracy))
  mean_of <- svymean(~accuracy, svydesign(ids = ~1, weights = ~respondents, data = d))
  test <- coef_test(lm(accuracy ~ 1, d, weights = respondents), vcov = "CR2", cluster = d$item)
  df <- if (is.null(test$df_Satt)) test$df else test$df_Satt
  paste0('{"name":"', name, '","accuracy":', number(accuracy), ',"respondents":', number(respondents),
    ',"survey":', number(c(coef(mean_of), SE(mean_of))), ',"clubSandwich":', number(c(test$beta, test$SE, df)), "}")
}
skewed <- function(j, spread) pmax(1, round(100 * exp(spread * rnorm(j))))
drawn <- function(n, mean, sd) round(rbinom(length(n), n, plogis(mean + sd * rnorm(length(n)))) / n, 4)
n5 <- skewed(5, 1); n12 <- skewed(12, 1.7); n40 <- skewed(40, 1)
cat(paste0('{"versions":"survey ', packageVersion("survey"), ", clubSandwich ", packageVersion("clubSandwich"), ", ", R.version.string, '","cases":[\n',
  paste(one("equal weights", c(.9, .5, .7, .4), rep(200, 4)), one("one item with most respondents", c(.9, .5, .7), c(10, 20, 970)),
    one("5 items", drawn(n5, .9, .6), n5), one("12 items, very different respondents", drawn(n12, .9, 1), n12),
    one("40 items, easy", drawn(n40, 2, 1), n40), sep = ",\n"), "\n]}\n"))
