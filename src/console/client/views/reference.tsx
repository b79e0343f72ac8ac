import { useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ViewHead } from '../parts/view.tsx'
import { needsToken } from '../state/control.ts'
import { doing } from '../state/notices.ts'
import { base } from '../state/place.ts'
import { isDark } from '../state/theme.ts'
import { showReference } from './reference/show-reference.ts'

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
    <>
      <ViewHead
        title="Reference"
        about={
          <>
            The OpenAPI document of this world. As a file: <code>nestbox openapi</code>
            {!needsToken() && (
              <>
                ; as a separate page: <a href={`${base}/_nestbox/docs`}>docs</a>
              </>
            )}
          </>
        }
      />
      <div ref={place} class="reference">
        <p class="quiet">Loading the OpenAPI document …</p>
      </div>
    </>
  )
}
