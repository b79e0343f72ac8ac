import { pagePolicy } from '../http/assets.ts'
import page from './viewer/viewer.html?raw'

/** The page that shows the OpenAPI document, which it loads from `openapi.json` next to it; its files are those of the console. */
export { page as viewerPage }

/** The content security policy of the page. @param base base URL of the mocked API, which gets requests */
export const viewerPolicy = (base: string): string => pagePolicy(new URL(base).origin)
