import type { ComponentChildren } from 'preact'

/** The title of a view, what it is for, and what can be done with all of it. */
export const ViewHead = ({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}) => (
  <header class="view-head">
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {about && <p class="quiet">{about}</p>}
    </div>
    {children && <div class="view-actions">{children}</div>}
  </header>
)
