// The bundler and the tests import other files as their text; the compiler only needs to know that they exist.
declare module '*?raw' {
  const text: string
  export = text
}
