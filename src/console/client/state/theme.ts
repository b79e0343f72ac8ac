import { computed, effect, signal } from '@preact/signals'
import { keep, kept } from './kept.ts'

const themes = ['auto', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const key = 'nestbox-theme'

export const theme = signal<Theme>(themes.find((each) => each === kept('localStorage', key)) ?? 'auto')

export const nextTheme = (): void => {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto'
}

export function keepTheme(): void {
  effect(() => {
    keep('localStorage', key, theme.value)
    document.documentElement.dataset['theme'] = theme.value
  })
}

const preference = matchMedia('(prefers-color-scheme: dark)')
const isPreferred = signal(preference.matches)
preference.addEventListener('change', () => {
  isPreferred.value = preference.matches
})

/** Whether the page is dark, by choice or by the system; for scripts, which cannot use `light-dark()`. */
export const isDark = computed(() => theme.value === 'dark' || (theme.value === 'auto' && isPreferred.value))
