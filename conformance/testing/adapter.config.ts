import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['conformance/testing/adapter.fixture.ts'] } })
