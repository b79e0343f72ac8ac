# An image of the published package, with mock server and conformance kit. docs/container.md explains how to run it.
FROM node:22-slim AS build
WORKDIR /build
# The packages are installed in a layer of their own, so that a change of the sources does not install them again.
COPY package.json package-lock.json ./
COPY scripts/no-scarf scripts/no-scarf
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm pack --pack-destination /packed && \
    npm install --prefix /app --no-audit --no-fund --ignore-scripts /packed/nestbox-*.tgz

FROM node:22-slim
COPY --from=build /app /app
# A named volume that is mounted at /data gets the owner of this folder.
RUN mkdir /data && chown node:node /data
# The user is a number, since Kubernetes cannot verify that a user with a name is not root.
USER 1000:1000
WORKDIR /data
# The loopback address of a container cannot be reached from outside.
ENV NESTBOX_HOST=0.0.0.0
EXPOSE 4141
# Any response below 500 is healthy: the control API may refuse the request (401, 403) or be off (404).
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.NESTBOX_PORT || 4141) + '/_nestbox/health').then(({ status }) => process.exit(status < 500 ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and receives the signals; a shell or npm in between would not pass them on.
ENTRYPOINT ["node", "/app/node_modules/.bin/nestbox"]
