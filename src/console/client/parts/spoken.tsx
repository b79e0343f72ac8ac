/** A sentence in which words of the wire stand between backticks. */
export const Spoken = ({ text }: { readonly text: string }) => (
  <span class="spoken">
    {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
  </span>
)
