import { effect, signal } from '@preact/signals'

const themes = ['auto', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const key = 'nestbox-theme'

export const theme = signal<Theme>(themes.find((each) => each === localStorage.getItem(key)) ?? 'auto')

export const nextTheme = (): void => {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto'
}

export function keepTheme(): void {
  effect(() => {
    localStorage.setItem(key, theme.value)
    document.documentElement.dataset['theme'] = theme.value
  })
}
