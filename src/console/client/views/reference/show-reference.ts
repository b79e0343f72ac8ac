import { control } from '../../state/control.ts'
import { base } from '../../state/place.ts'

/** The part of Swagger UI that is used here. */
interface Viewer {
  preauthorizeApiKey(scheme: string, token: string): void
}

interface Description {
  readonly components: {
    readonly securitySchemes: Readonly<
      Record<string, { readonly 'x-nestbox-tokens'?: Readonly<Record<string, string>> }>
    >
  }
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => Viewer

const assets = `${base}/_nestbox-assets/`

/** Attributes that Swagger UI lacks: names of fields, and levels of headings that skip none. */
const attributes = [
  ['.opblock-tag', 'aria-level', '2'],
  ['.models h4', 'aria-level', '3'],
  ['#servers', 'aria-label', 'Server'],
] as const

let loading: Promise<void> | undefined

/** Shows the document in a shadow root, which keeps the styles of Swagger UI and of the console apart. */
export async function showReference(host: HTMLElement, node: HTMLElement): Promise<void> {
  loading ??= loadScript(`${assets}swagger-ui-bundle.js`).catch((error) => {
    loading = undefined
    throw error
  })
  const [description] = await Promise.all([control<Description>('GET', 'openapi.json'), loading])
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = `${assets}swagger-ui.css`
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren(style, node)
  new MutationObserver(() => {
    for (const [selector, name, value] of attributes) {
      for (const element of node.querySelectorAll(selector)) element.setAttribute(name, value)
    }
  }).observe(node, { childList: true, subtree: true })
  const viewer = SwaggerUIBundle({
    // The content security policy of the page allows requests to its own origin only.
    spec: { ...description, servers: [{ url: base }] },
    domNode: node,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // By default, Swagger UI sends the document to a validator service.
    validatorUrl: null,
    onComplete() {
      for (const [name, scheme] of Object.entries(description.components.securitySchemes)) {
        const [token] = Object.values(scheme['x-nestbox-tokens'] ?? {})
        if (token !== undefined) viewer.preauthorizeApiKey(name, token)
      }
    },
  })
}

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('The reference could not be loaded; run npm run build.'))
    document.head.append(script)
  })
