import { useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ViewHead } from '../parts/view-head.tsx'
import { needsToken } from '../state/control.ts'
import { doing } from '../state/notices.ts'
import { base } from '../state/place.ts'
import { isDark } from '../state/theme.ts'
import { showReference } from './reference/show-reference.ts'

/** The description of the API, to read and to try; the page does the asking, as only it can show its token. */
export function ReferenceView() {
  const place = useRef<HTMLDivElement>(null)
  const viewer = useMemo(() => document.createElement('div'), [])
  useSignalEffect(() => {
    viewer.className = isDark.value ? 'dark-mode' : ''
  })
  useEffect(() => {
    if (place.current) void doing(showReference(place.current, viewer), '')
  }, [viewer])
  return (
    <>
      <ViewHead
        title="Reference"
        about={
          <>
            The API as this world answers it now. The same as a file: <code>nestbox openapi</code>
            {!needsToken() && (
              <>
                ; as a page of its own: <a href={`${base}/_nestbox/docs`}>docs</a>
              </>
            )}
          </>
        }
      />
      <div ref={place} class="reference">
        <p class="quiet">Reading the description …</p>
      </div>
    </>
  )
}
