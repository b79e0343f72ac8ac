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

let loading: Promise<void> | undefined

/** Shows the description in a shadow of an element, so that its looks and ours leave each other alone. */
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
  const viewer = SwaggerUIBundle({
    // What is tried here goes where this page came from: its policy allows nothing else.
    spec: { ...description, servers: [{ url: base }] },
    domNode: node,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // Else the description would be sent to a service of others to be judged.
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
    script.onerror = () => reject(new Error('The reference could not be loaded: was it built?'))
    document.head.append(script)
  })
