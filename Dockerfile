# The mock and the kit, as the published package would have them. docs/container.md tells how to run it.
FROM node:22-slim AS build
WORKDIR /build
# Installed before the sources come, so that a change of those installs nothing anew.
COPY package.json package-lock.json ./
COPY scripts/no-scarf scripts/no-scarf
RUN npm install --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm pack --pack-destination /packed && \
    npm install --prefix /app --no-audit --no-fund --ignore-scripts /packed/nestbox-*.tgz

FROM node:22-slim
COPY --from=build /app /app
# A named volume that is mounted here belongs to the user below, too.
RUN mkdir /data && chown node:node /data
# By its number, so that who runs it can tell that it is not root.
USER 1000:1000
WORKDIR /data
# From outside, the loopback of a container cannot be reached.
ENV NESTBOX_HOST=0.0.0.0
EXPOSE 4141
# Any answer will do: whether the control API lets in who asks is a matter of flags.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.NESTBOX_PORT || 4141) + '/_nestbox/health').then(({ status }) => process.exit(status < 500 ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1 and gets the signals; a shell or npm in between would keep them.
ENTRYPOINT ["node", "/app/node_modules/.bin/nestbox"]
