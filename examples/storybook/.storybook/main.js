// Starts the mock server with Storybook. Vite's proxy gives mock server and stories the same origin, since the control
// API refuses pages of other origins.
import { startNestbox } from 'nestbox'

export default {
  framework: '@storybook/html-vite',
  stories: ['../*.stories.js'],
  core: { disableTelemetry: true },
  async viteFinal(config, { configType }) {
    if (configType !== 'DEVELOPMENT') return config
    const { url } = await startNestbox({ scenario: 'empty', gaps: { 'operations.beyond': 'companions' } })
    const proxy = { ...config.server?.proxy, '^/(?:~|_nestbox/)': { target: url, changeOrigin: false } }
    return { ...config, server: { ...config.server, proxy } }
  },
}
