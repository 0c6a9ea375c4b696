# One image for every process of the production stack: API, worker, migration and command line.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/migrations migrations
COPY --from=build /app/scripts scripts
COPY --from=build /app/src src
COPY --from=build /app/dist dist
# What Node compiles is kept for the container's next start.
RUN install -d -o node .cache
USER node
EXPOSE 3000
# The heap: docs/operations.md.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "--import", "./scripts/compile-cache.js", "scripts/serve.ts"]
