/** Whether figures are shown with their exact fractions: one switch for the whole workbench, for touch and keys as well. */
export const fractions = $state({ areShown: false });
