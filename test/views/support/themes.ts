/** Colours as a light theme of an editor gives them to a panel. */
export const LIGHT_THEME = `:root {
  --vscode-editor-background: #ffffff;
  --vscode-foreground: #3b3b3b;
  --vscode-descriptionForeground: #3b3b3b;
  --vscode-sideBar-background: #f8f8f8;
  --vscode-panel-border: #e5e5e5;
  --vscode-textLink-foreground: #005fb8;
  --vscode-button-background: #005fb8;
  --vscode-button-foreground: #ffffff;
  --vscode-list-activeSelectionBackground: #e8e8e8;
  --vscode-list-activeSelectionForeground: #000000;
  --vscode-list-hoverBackground: #f2f2f2;
  --vscode-focusBorder: #005fb8;
  --vscode-input-background: #ffffff;
  --vscode-input-foreground: #3b3b3b;
  --vscode-input-border: #cecece;
  --vscode-menu-background: #ffffff;
  --vscode-menu-foreground: #3b3b3b;
  --vscode-charts-orange: #d18616;
  --vscode-charts-green: #388a34;
  --vscode-errorForeground: #f85149;
  --vscode-editorWarning-foreground: #bf8803;
  --vscode-editor-foreground: #3b3b3b;
  --vscode-font-size: 13px;
}`;

/** The same of a dark theme. */
export const DARK_THEME = `:root {
  --vscode-editor-background: #1f1f1f;
  --vscode-foreground: #cccccc;
  --vscode-descriptionForeground: #9d9d9d;
  --vscode-sideBar-background: #181818;
  --vscode-panel-border: #2b2b2b;
  --vscode-textLink-foreground: #4daafc;
  --vscode-button-background: #0078d4;
  --vscode-button-foreground: #ffffff;
  --vscode-list-activeSelectionBackground: #04395e;
  --vscode-list-activeSelectionForeground: #ffffff;
  --vscode-list-hoverBackground: #2a2d2e;
  --vscode-focusBorder: #0078d4;
  --vscode-input-background: #313131;
  --vscode-input-foreground: #cccccc;
  --vscode-input-border: #3c3c3c;
  --vscode-menu-background: #1f1f1f;
  --vscode-menu-foreground: #cccccc;
  --vscode-charts-orange: #d18616;
  --vscode-charts-green: #89d185;
  --vscode-errorForeground: #f85149;
  --vscode-editorWarning-foreground: #cca700;
  --vscode-editor-foreground: #cccccc;
  --vscode-font-size: 13px;
}`;

/** The same of a theme with high contrast. */
export const CONTRAST_THEME = `:root {
  --vscode-editor-background: #000000;
  --vscode-foreground: #ffffff;
  --vscode-descriptionForeground: #ffffff;
  --vscode-sideBar-background: #000000;
  --vscode-panel-border: #6fc3df;
  --vscode-textLink-foreground: #21a6ff;
  --vscode-button-background: #000000;
  --vscode-button-foreground: #ffffff;
  --vscode-list-activeSelectionBackground: #264f78;
  --vscode-list-activeSelectionForeground: #ffffff;
  --vscode-list-hoverBackground: #222222;
  --vscode-focusBorder: #f38518;
  --vscode-input-background: #000000;
  --vscode-input-foreground: #ffffff;
  --vscode-input-border: #6fc3df;
  --vscode-menu-background: #000000;
  --vscode-menu-foreground: #ffffff;
  --vscode-charts-orange: #d18616;
  --vscode-charts-green: #89d185;
  --vscode-errorForeground: #f48771;
  --vscode-editorWarning-foreground: #ffd370;
  --vscode-editor-foreground: #ffffff;
  --vscode-font-size: 13px;
  --vscode-contrastBorder: #6fc3df;
}`;
