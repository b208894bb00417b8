declare module 'pixi.js/browser'
