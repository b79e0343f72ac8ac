// The bundler takes stylesheets; the compiler need only know that there are some.
declare module '*.css'
