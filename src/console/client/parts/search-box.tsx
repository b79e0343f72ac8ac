import type { Signal } from '@preact/signals'

/** The one search field of a view: the key `/` finds it. */
export const SearchBox = ({ text, label }: { readonly text: Signal<string>; readonly label: string }) => (
  <span class="search">
    <input
      type="search"
      data-search
      aria-label={label}
      placeholder={label}
      value={text.value}
      onInput={(event) => {
        text.value = event.currentTarget.value
      }}
    />
  </span>
)
