// The bundler handles stylesheets; the compiler only needs to know that they exist.
declare module '*.css'
