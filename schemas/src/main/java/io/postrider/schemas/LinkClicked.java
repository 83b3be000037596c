package io.postrider.schemas;

/** A short link was followed. */
public record LinkClicked(Click click) {}
