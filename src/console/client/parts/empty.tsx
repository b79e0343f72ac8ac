import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

/** What stands where there is nothing yet, and how something gets there. */
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
