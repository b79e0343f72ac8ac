import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

/** A placeholder for an empty view, with a hint on how to fill it. */
export const Empty = ({
  icon,
  title,
  children,
}: {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}) => (
  <div class="empty">
    <Icon name={icon} />
    <p class="empty-title">{title}</p>
    {children && <p>{children}</p>}
  </div>
)
