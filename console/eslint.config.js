import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default defineConfig(
    { ignores: ['target', 'node_modules', '**/*.gen.*', '**/*.mjs'] },
    eslint.configs.recommended,
    ...tseslint.configs.strictTypeChecked,
    hooks.configs.flat.recommended,
    {
        languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js', '*.ts'] } } },
        rules: {
            '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
            'max-lines': ['error', 250],
        },
    },
);
