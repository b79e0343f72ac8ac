import { useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { once } from '../../../contract/once.ts'
import { View } from '../parts/view.tsx'
import { control, needsToken } from '../state/control.ts'
import { doing } from '../state/notices.ts'
import { base } from '../state/place.ts'
import { isDark } from '../state/theme.ts'

/** The OpenAPI document in Swagger UI. The page loads the document, since only the page has the control token. */
export function ReferenceView() {
  const place = useRef<HTMLDivElement>(null)
  const viewer = useMemo(() => document.createElement('div'), [])
  useSignalEffect(() => {
    viewer.className = isDark.value ? 'dark-mode' : ''
  })
  useEffect(() => {
    const { current } = place
    if (current) void doing(() => showReference(current, viewer))
  }, [viewer])
  return (
    <View
      id="reference"
      about={
        <>
          The OpenAPI document of this world. As a file: <code>nestbox openapi</code>
          {!needsToken() && '; as a separate page: '}
          {!needsToken() && <a href={`${base}/_nestbox/docs`}>docs</a>}
        </>
      }
    >
      <div ref={place} class="card reference">
        <p class="quiet">Loading the OpenAPI document …</p>
      </div>
    </View>
  )
}

/** Of the script of the viewer: shows an OpenAPI document in an element. */
declare const showDescription: (node: HTMLElement, source: { readonly spec: object }) => void

const assets = `${base}/_nestbox-assets/`

const loadViewer = once(() => loadScript(`${assets}swagger-ui-bundle.js`))

/** Shows the document in a shadow root, which keeps the styles of Swagger UI and of the console apart. */
async function showReference(host: HTMLElement, node: HTMLElement): Promise<void> {
  const [description] = await Promise.all([control<object>('GET', 'openapi.json'), loadViewer()])
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = `${assets}swagger-ui.css`
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren(style, node)
  // The content security policy of the page allows requests to its own origin only.
  showDescription(node, { spec: { ...description, servers: [{ url: base }] } })
}

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('The reference could not be loaded; run npm run build.'))
    document.head.append(script)
  })
