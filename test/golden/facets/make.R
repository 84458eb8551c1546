# Numbers of other programs for many-facet models: Rscript make.R > values.json
suppressMessages({library(lme4); library(eRm); library(jsonlite)})
set.seed(7)
rate <- function(n, sev, asp, tau, phi, by) {
  rows <- list(); K <- length(tau) + 1
  for (a in 1:n) {
    theta <- rnorm(1); dev <- phi * rnorm(length(asp))
    for (r in sort(sample(length(sev), by))) for (s in seq_along(asp)) {
      eta <- theta + dev[s] - sev[r] - asp[s]
      p <- exp(cumsum(c(0, eta - tau))); rows[[length(rows) + 1]] <- c(a, r, s, sample(0:(K - 1), 1, prob = p))
    }
  }
  d <- as.data.frame(do.call(rbind, rows)); names(d) <- c('answer', 'rater', 'aspect', 'score'); d
}
lists <- function(d) list(answers = d$answer - 1, raters = d$rater - 1, aspects = d$aspect - 1, scores = d$score)
out <- list(program = paste0(R.version.string, '; lme4 ', packageVersion('lme4'), '; eRm ', packageVersion('eRm')))

# Two categories: a mixed logistic regression, its integral over 25 nodes adapted to each answer.
b <- rate(120, c(-.8, .1, .2, .5), c(-.4, .4), 0, 0, 3)
contrasts <- list(rater = contr.sum, aspect = contr.sum)
b$rater <- factor(b$rater); b$aspect <- factor(b$aspect)
m <- glmer(score ~ rater + aspect + (1 | answer), b, binomial, nAGQ = 25, contrasts = contrasts,
  control = glmerControl(optimizer = 'bobyqa', optCtrl = list(rhoend = 1e-9, maxfun = 1e5), tolPwrss = 1e-12))
f <- fixef(m); V <- as.matrix(vcov(m, use.hessian = TRUE))
r <- -f[2:4]; s <- -f[5]
b$rater <- as.integer(b$rater); b$aspect <- as.integer(b$aspect)
out$binary <- c(lists(b), list(severities = unname(c(r, -sum(r))), errors = unname(sqrt(diag(V))[2:4]), difficulties = unname(c(s, -s)),
  mean = unname(f[1]), sd = unname(attr(VarCorr(m)$answer, 'stddev')), logLikelihood = as.numeric(logLik(m))))

# One aspect, five categories, all raters: eRm's rating scale model by conditional likelihood, which assumes no distribution of qualities.
c1 <- rate(1500, c(-.9, -.2, .3, .8, 0), 0, c(-1.5, -.5, .5, 1.5), 0, 5)
X <- matrix(NA, 1500, 5); X[cbind(c1$answer, c1$rater)] <- c1$score
e <- RSM(X)
# Steps of eRm: easiness is −k severity_r − Σ τ; the location of a rater is the mean of its thresholds.
th <- thresholds(e)$threshtable[[1]]
loc <- unname(th[, 'Location']); tau <- colMeans(th[, -1] - loc)
out$ratingScale <- c(lists(c1), list(severities = loc - mean(loc), thresholds = unname(tau)))

# Three categories, two aspects, deviations by aspect: the integral as a sum over 43 × 43 points, maximised without derivatives of ours.
d <- rate(60, c(-.6, .6, 0), c(-.3, .3), c(-.7, .7), .6, 2)
z <- seq(-7, 7, length.out = 43); w <- dnorm(z); w <- w / sum(w)
loglik <- function(x, by = 'aspect') {
  sev <- c(x[1:2], -sum(x[1:2])); asp <- c(x[3], -x[3]); tau <- c(x[4], -x[4]); mu <- x[5]; sd <- exp(x[6]); phi <- exp(x[7])
  total <- 0
  for (a in unique(d$answer)) {
    own <- d[d$answer == a, ]; theta <- mu + sd * z; L <- rep(1, length(z))
    for (part in split(own, own[[by]])) {
      u <- outer(theta, phi * z, '+'); P <- matrix(1, nrow(u), ncol(u))
      for (i in seq_len(nrow(part))) {
        eta <- u - sev[part$rater[i]] - asp[part$aspect[i]]
        e1 <- exp(eta - tau[1]); e2 <- exp(2 * eta); P <- P * list(1, e1, e2)[[part$score[i] + 1]] / (1 + e1 + e2)
      }
      L <- L * as.vector(P %*% w)
    }
    total <- total + log(sum(L * w))
  }
  total
}
for (by in c('aspect', 'rater')) {
  # Deviations by aspect must be large enough to be told from 0.
  if (by == 'aspect') { kept <- d; d <- rate(60, c(-.6, .6, 0), c(-.3, .3), c(-.7, .7), 1.2, 3) } else d <- kept
  found <- optim(c(-.5, .5, -.3, -.7, 0, 0, -.1), function(x) -loglik(x, by), method = 'BFGS', control = list(reltol = 1e-13, maxit = 500), hessian = TRUE)
  x <- found$par
  out[[paste0('deviations_', by)]] <- c(lists(d), list(severities = c(x[1:2], -sum(x[1:2])), difficulties = c(x[3], -x[3]), thresholds = c(x[4], -x[4]), mean = x[5],
    sd = exp(x[6]), deviationSd = exp(x[7]), errors = sqrt(diag(solve(found$hessian)))[1:2], logLikelihood = -found$value))
}
cat(toJSON(out, digits = 9, auto_unbox = TRUE), '\n')
