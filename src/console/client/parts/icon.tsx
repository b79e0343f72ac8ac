const paths = {
  try: 'M3 2.5v11l10-5.5z',
  requests: 'M2 4h12M2 8h12M2 12h7',
  data: 'M2 4c0-2 12-2 12 0v8c0 2-12 2-12 0zM2 4c0 2 12 2 12 0M2 8c0 2 12 2 12 0',
  tokens: 'M10 9a3.5 3.5 0 1 0-3-1.7L2 12.3V14h2v-1.5h1.5V11L7.5 9M11 5.5h.01',
  gaps: 'M2 5h5M11 5h3M9 3v4M2 11h2M8 11h6M6 9v4',
  faults: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  worlds: 'M8 1.5 14 5v6l-6 3.5L2 11V5zM2 5l6 3.5L14 5M8 8.5v6',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  cross: 'm4 4 8 8M12 4l-8 8',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  dark: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7',
  auto: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  help: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.300c-.8.4-1 .8-1 1.700M8 12.800v.2',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  reference: 'M3 2.5h8a2 2 0 0 1 2 2v9H5a2 2 0 0 1-2-2zM3 11.5a2 2 0 0 1 2-2h8',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
