import type { ComponentProps, ComponentType, ElementType } from 'react'

/** A toolkit component restricted to the props that the product uses. */
export type Part<C extends ElementType, Props extends keyof ComponentProps<C>> = ComponentType<
  Pick<ComponentProps<C>, Props>
>
