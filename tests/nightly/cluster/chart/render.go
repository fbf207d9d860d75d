// Renders the templates of a chart as Helm does: Go's text/template with the functions of Sprig (Debian: golang-go,
// golang-github-masterminds-sprig-dev, golang-k8s-sigs-yaml-dev). Arguments: folder of the templates, file with Values, Chart and Release as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	var root map[string]interface{}
	text, err := os.ReadFile(os.Args[2])
	fatal(err)
	fatal(json.Unmarshal(text, &root))
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) (string, error) {
		written, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(written), "\n"), err
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var written bytes.Buffer
		err := all.ExecuteTemplate(&written, name, data)
		return written.String(), err
	}
	functions["required"] = func(why string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(why)
		}
		return value, nil
	}
	functions["fail"] = func(why string) (string, error) { return "", errors.New(why) }
	all.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*"))
	fatal(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		fatal(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		fatal(err)
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "_") {
			continue
		}
		var written bytes.Buffer
		fatal(all.ExecuteTemplate(&written, filepath.Base(file), root))
		if strings.HasSuffix(file, ".txt") {
			continue
		}
		fmt.Print("---\n", written.String(), "\n")
	}
}
