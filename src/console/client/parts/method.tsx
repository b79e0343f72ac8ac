export const Method = ({ method }: { readonly method: string }) => (
  <span class={`method ${method === 'GET' ? 'reads' : method === 'DELETE' ? 'deletes' : 'writes'}`}>
    {method}
  </span>
)
