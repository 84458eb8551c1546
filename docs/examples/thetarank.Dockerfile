# NOT RUN: see docker-compose.yml. Makes the package of this checkout and installs it.
FROM node:24-bookworm-slim AS package
WORKDIR /source
COPY . .
RUN npm ci && npm pack --pack-destination /package

FROM node:24-bookworm-slim
COPY --from=package /package/thetarank-*.tgz /package/thetarank.tgz
RUN npm install --global /package/thetarank.tgz \
  && npm cache clean --force \
  && mkdir --mode=700 /data /cache \
  && chown node:node /data /cache
USER node
WORKDIR /data
ENV NODE_ENV=production
EXPOSE 3000
ENTRYPOINT ["thetarank"]
