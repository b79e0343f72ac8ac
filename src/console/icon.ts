/** The nestbox that stands beside the title, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path fill="#8a5a2b" d="M16 2 2.5 12.5l2.2 2.8L16 6.5l11.3 8.8 2.2-2.8z"/>
<path fill="#2f6b4a" d="M6 15.5 16 7.8l10 7.700v14a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1z"/>
<circle fill="#fbfaf6" cx="16" cy="17.5" r="4.2"/>
<path stroke="#fbfaf6" stroke-width="2" d="M16 24.5v3.5"/>
</svg>`
