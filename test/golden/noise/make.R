# Variance components of balanced crossed designs by R's aov (mean squares) and lme4 (REML): Rscript make.R > balanced.json
suppressMessages(library(lme4))
options(digits = 17)
set.seed(7)

number <- function(x) format(x, digits = 15)
list_of <- function(x) paste0("[", paste(number(x), collapse = ","), "]")

# Random effects large enough that no estimate is below 0, where REML and the analysis of variance differ.
draw <- function(m, i, c, r) {
  d <- expand.grid(r = seq_len(r), c = factor(seq_len(c)), i = factor(seq_len(i)), m = factor(seq_len(m)))
  d$mi <- interaction(d$m, d$i); d$mc <- interaction(d$m, d$c)
  d$ic <- interaction(d$i, d$c); d$mic <- interaction(d$m, d$i, d$c)
  effect <- function(f, sd) rnorm(nlevels(f), 0, sd)[as.integer(f)]
  y <- 0.5 + effect(d$m, .2) + effect(d$i, .2) + effect(d$c, .15) + effect(d$mi, .2) + effect(d$mc, .15) +
    effect(d$ic, .15) + effect(d$mic, .15) + rnorm(nrow(d), 0, .1)
  d$y <- round(y, 3)
  d
}

three <- draw(5, 7, 4, 3)
fit3 <- lmer(y ~ 1 + (1|m) + (1|i) + (1|c) + (1|mi) + (1|mc) + (1|ic) + (1|mic), three, REML = TRUE,
  control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-12, maxfun = 1e6)))
ms3 <- summary(aov(y ~ m * i * c, three))[[1]]

two <- draw(4, 9, 1, 2)
fit2 <- lmer(y ~ 1 + (1|m) + (1|i) + (1|mi), two, REML = TRUE,
  control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-12, maxfun = 1e6)))
ms2 <- summary(aov(y ~ m * i, two))[[1]]

vc <- function(fit) {
  v <- as.data.frame(VarCorr(fit))
  paste0("{", paste0("\"", v$grp, "\":", number(v$vcov), collapse = ","), "}")
}
mean_squares <- function(table) {
  names <- trimws(rownames(table))
  paste0("{", paste0("\"", names, "\":[", table[["Df"]], ",", number(table[["Mean Sq"]]), "]", collapse = ","), "}")
}
one <- function(d, fit, table, sizes)
  paste0("{\"sizes\":[", paste(sizes, collapse = ","), "],\"y\":", list_of(d$y),
    ",\"meanSquares\":", mean_squares(table), ",\"reml\":", vc(fit), "}")
cat("{\"made\":\"", R.version.string, ", lme4 ", as.character(packageVersion("lme4")), "\",\n\"three\":",
  one(three, fit3, ms3, c(5, 7, 4, 3)), ",\n\"two\":", one(two, fit2, ms2, c(4, 9, 1, 2)), "}\n", sep = "")
